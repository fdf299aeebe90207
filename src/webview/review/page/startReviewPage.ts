import { startPage } from '../../shared/page/startPage.ts';
import type { ReviewStrings } from '../host/reviewStrings.ts';
import type { ReviewMessage } from '../reviewMessages.ts';
import { TranslationReview } from './translationReview.ts';

startPage<ReviewMessage>((api, strings) => new TranslationReview(api, strings as ReviewStrings));
