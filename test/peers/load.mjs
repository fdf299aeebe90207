// This file is copied into the folder of the installed packages, so that imports are resolved there.
export const load = (name) => import(name);
