import { tryOn } from './faces.ts';
import { LISTS } from './lists/index.ts';
import { NODE_FACES } from './node-faces.ts';

tryOn(NODE_FACES, LISTS);
