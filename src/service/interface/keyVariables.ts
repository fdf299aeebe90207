/** The names of environment variables. Arguments are visible in lists of processes, so there are none for keys. */
export const variables = {
  baseUrl: 'HUMAN_TRANSLATION_BASE_URL',
  publicKey: 'HUMAN_TRANSLATION_PUBLIC_KEY',
  privateKey: 'HUMAN_TRANSLATION_PRIVATE_KEY',
} as const;
