import { generikFold } from './testdata/folds';
import { folds } from './testdata/recorded';

folds(generikFold, 'setup', ['generik-duel.json', 'generik-sack.json', 'generik-campaign.json']);
