import { yaml } from '../../../../src/formats/yaml/yaml.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(yaml);
