import { startPage } from '../../shared/page/startPage.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import type { JobMessage } from '../jobMessages.ts';
import { JobPage } from './jobPage.ts';

startPage<JobMessage>((api, strings) => new JobPage(api, strings as JobStrings));
