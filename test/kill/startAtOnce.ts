// Loaded with `--import` after killAtPoint.ts into a program that knows nothing of it: the whole run can be killed.
import { channel } from 'node:diagnostics_channel';

channel('kill:start').publish({});
