import { afterAll, beforeAll, describe } from 'vitest';
import { tryOn } from '../mock/faces.ts';
import { LISTS } from '../mock/lists/index.ts';
import { noChromium } from './chromium.ts';
import { type MockedPage, openMockedPage, pageFace } from './page-face.ts';

describe.skipIf(noChromium !== undefined).each([
  ['MSW 2', 'msw'],
  ['MSW 3', 'msw3'],
] as const)(`in Chromium, %s${noChromium === undefined ? '' : ` (${noChromium})`}`, (name, msw) => {
  let opened: MockedPage;
  beforeAll(async () => {
    opened = await openMockedPage(msw);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  tryOn([pageFace(`in a page, ${name}`, () => opened)], LISTS);
});
