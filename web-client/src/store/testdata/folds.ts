/** The folds of the systems, from their presentations, which `make gen` writes. For tests and galleries. */
import type { Fact as BastonFact, View as BastonView } from '../../protocol/baston';
import baston from '../../protocol/baston/folding.json';
import type { Fact as CeltiquesFact, View as CeltiquesView } from '../../protocol/celtiques';
import celtiques from '../../protocol/celtiques/folding.json';
import type { Fact as EnergieFact, View as EnergieView } from '../../protocol/energie';
import energie from '../../protocol/energie/folding.json';
import type { Fact as GenerikFact, View as GenerikView } from '../../protocol/generik';
import generik from '../../protocol/generik/folding.json';
import { telling as bastonTelling } from '../../ui/baston/telling';
import { foldOf, type Folding } from '../fold';
import { telling as generikTelling } from '../../ui/generik/telling';

export const bastonFold = foldOf<BastonView, BastonFact>(baston as unknown as Folding, bastonTelling);
export const generikFold = foldOf<GenerikView, GenerikFact>(generik as unknown as Folding, generikTelling);
export const energieFold = foldOf<EnergieView, EnergieFact>(energie as unknown as Folding);
export const celtiquesFold = foldOf<CeltiquesView, CeltiquesFact>(celtiques as unknown as Folding);
