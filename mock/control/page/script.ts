import { createBreachPanel } from './breaches.ts';
import { createChaosPanel } from './chaos.ts';
import { createDetail } from './detail.ts';
import { createDeviations } from './deviations.ts';
import { keepLinks } from './framed.ts';
import { createKit } from './kit.ts';
import { createRequests } from './requests.ts';
import { createSessions } from './sessions.ts';
import { startPage } from './start.ts';
import { createState } from './state.ts';
import { createSwitches } from './switches.ts';

/**
 * The page's script: the source of the functions beside this file, called with each other. So the script is ordinary code that
 * is type-checked and linted, and needs neither a build step nor a file to be read where there are no files: in a page, under
 * MSW. The price is that each of these functions may use only what it is given and what every browser has.
 */
export const SCRIPT: string = shortened(
  [
    `"use strict";(${startPage})({`,
    `createKit:${createKit},keepLinks:${keepLinks},createRequests:${createRequests},createDetail:${createDetail},`,
    `panels:{state:${createState},sessions:${createSessions},switches:${createSwitches},`,
    `deviations:${createDeviations},chaos:${createChaosPanel},breaches:${createBreachPanel}}});`,
  ].join('\n'),
);

// Indentation and comments on lines of their own are for whoever reads the sources; no text of the page spans lines.
function shortened(script: string): string {
  return script.replace(/^[ \t]+/gmu, '').replace(/^\/\/.*\n/gmu, '');
}
