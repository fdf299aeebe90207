import { strings } from '../../../../src/formats/strings/appleStrings.ts';
import { interfaceBuilder } from '../../../../src/formats/strings/interfaceBuilder.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(strings);
describeLaws(interfaceBuilder);
