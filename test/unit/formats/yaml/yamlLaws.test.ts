import { chromeYaml, yaml, yaml11 } from '../../../../src/formats/yaml/yaml.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(yaml);
describeLaws(yaml11);
describeLaws(chromeYaml);
