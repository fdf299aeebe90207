/** The names of environment variables. Keys come from nowhere else: arguments are visible in lists of processes. */
export const variables = {
  baseUrl: 'HUMAN_TRANSLATION_BASE_URL',
  publicKey: 'HUMAN_TRANSLATION_PUBLIC_KEY',
  privateKey: 'HUMAN_TRANSLATION_PRIVATE_KEY',
} as const;
