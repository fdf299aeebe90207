import { toml } from '../../../../src/formats/toml/toml.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(toml);
