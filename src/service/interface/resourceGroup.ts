/** The groups of the contract's throttling table. */
export type ResourceGroup = 'jobs' | 'account' | 'order' | 'service' | 'other';
