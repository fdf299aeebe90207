/** The groups of the contract's throttling table. */
export type ResourceGroup = 'jobs' | 'account' | 'order' | 'service' | 'other';

/**
 * Requests whose rate is limited. `new-jobs` are those that create jobs: they count in their resource group, too, and are
 * limited so that a list of jobs can hold all that are created within one second.
 */
export type LimitedGroup = ResourceGroup | 'new-jobs';
