import { inGate } from '../in-gate.ts';
import { tryOn } from './faces.ts';
import { LISTS } from './lists/index.ts';
import { MOUNTED_ALIKE, NODE_FACES } from './node-faces.ts';

tryOn(NODE_FACES, LISTS);
// The mock is one function, and the faces mounts of it: on those that another one mounts much alike, the gate tries a share.
tryOn(MOUNTED_ALIKE, inGate(LISTS, 4));
