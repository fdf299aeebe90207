/** Names the project to walk through; the forum of the fixtures if absent. */
export const walkFolderVariable = 'HUMAN_TRANSLATION_WALK_FOLDER';
