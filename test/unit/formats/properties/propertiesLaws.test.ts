import { properties } from '../../../../src/formats/properties/properties.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(properties);
