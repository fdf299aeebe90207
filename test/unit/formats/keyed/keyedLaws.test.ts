import { rimworld, salesforceLabels, umbraco, wxl } from '../../../../src/formats/keyed/keyedXml.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

/** XML cannot represent these. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const mayRefuse = (text: string): boolean => controls.test(text);

describeLaws(rimworld, { mayRefuse });
describeLaws(salesforceLabels, { mayRefuse });
describeLaws(umbraco, { mayRefuse });
describeLaws(wxl, { mayRefuse });
