import { describeClient } from './describeClient.ts';
import { gengoCases } from './gengoCases.ts';

describeClient('gengo', '0.1.17', gengoCases);
