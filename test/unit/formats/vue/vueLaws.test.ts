import { vue } from '../../../../src/formats/vue/vue.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(vue, { mayRefuse: (text) => /<\/i18n/i.test(text) });
