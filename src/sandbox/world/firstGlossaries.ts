import type { SandboxGlossary } from '../records/glossary.ts';

const english = { id: 8, code: 'en-US' };
const french = { id: 9, code: 'fr' };
const german = { id: 5, code: 'de' };
const japanese = { id: 14, code: 'ja' };

/** The glossaries of the sandbox's first account. */
export const firstGlossaries: readonly SandboxGlossary[] = [
  {
    id: 115,
    title: 'Product terms',
    source: english,
    targets: [japanese],
    isPublic: false,
    createdAt: '2024-02-06 09:41:17.208511',
    terms: [
      ['account', 'アカウント'],
      ['billing period', '請求期間'],
      ['branch', 'ブランチ'],
      ['dashboard', 'ダッシュボード'],
      ['deployment', 'デプロイ'],
      ['free trial', '無料トライアル'],
      ['invoice', '請求書'],
      ['member, external', '外部メンバー'],
      ['organization', '組織'],
      ['plan', 'プラン'],
      ['pull request', 'プルリクエスト'],
      ['repository', 'リポジトリ'],
      ['role', 'ロール'],
      ['the "Pro" plan', '「Pro」プラン'],
      ['webhook', 'Webhook'],
      ['workspace', 'ワークスペース'],
    ],
  },
  {
    id: 231,
    title: 'User interface',
    description: 'Buttons, menus and messages',
    source: english,
    targets: [french, german, japanese],
    isPublic: true,
    createdAt: '2025-06-19 16:02:53.774090',
    terms: [
      ['Apply', 'Appliquer', 'Übernehmen', '適用'],
      ['Back', 'Retour', 'Zurück', '戻る'],
      ['Cancel', 'Annuler', 'Abbrechen', 'キャンセル'],
      ['Close', 'Fermer', 'Schließen', '閉じる'],
      ['Continue', 'Continuer', 'Weiter', '続ける'],
      ['Copy', 'Copier', 'Kopieren', 'コピー'],
      ['Cut', 'Couper', 'Ausschneiden', '切り取り'],
      ['Delete', 'Supprimer', 'Löschen', '削除'],
      ['Download', 'Télécharger', 'Herunterladen', 'ダウンロード'],
      ['Edit', 'Modifier', 'Bearbeiten', '編集'],
      ['File', 'Fichier', 'Datei', 'ファイル'],
      ['Help', 'Aide', 'Hilfe', 'ヘルプ'],
      ['Log in', 'Se connecter', 'Anmelden', 'ログイン'],
      ['Log out', 'Se déconnecter', 'Abmelden', 'ログアウト'],
      ['OK', 'OK', 'OK', 'OK'],
      ['Open', 'Ouvrir', 'Öffnen', '開く'],
      ['Password', 'Mot de passe', 'Passwort', 'パスワード'],
      ['Paste', 'Coller', 'Einfügen', '貼り付け'],
      ['Print', 'Imprimer', 'Drucken', '印刷'],
      ['Save', 'Enregistrer', 'Speichern', '保存'],
      ['Search', 'Rechercher', 'Suchen', '検索'],
      ['Settings', 'Paramètres', 'Einstellungen', '設定'],
      ['Undo', 'Annuler la saisie', 'Rückgängig', '元に戻す'],
      ['View', 'Affichage', 'Ansicht', '表示'],
    ],
  },
];
