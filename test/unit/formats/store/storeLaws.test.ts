import { storeText } from '../../../../src/formats/store/store.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(storeText('fastlane/metadata/android/en-US/full_description.txt'), {
  mayRefuse: (text) => text !== text.trim(),
});
