import { afterAll, beforeAll, describe } from 'vitest';
import { inGate } from '../in-gate.ts';
import { tryOn } from '../mock/faces.ts';
import { LISTS } from '../mock/lists/index.ts';
import { MSW_VERSIONS } from '../msw-versions.ts';
import { noChromium } from './chromium.ts';
import { type MockedPage, openMockedPage, pageFace } from './page-face.ts';

describe.skipIf(noChromium !== undefined).each(MSW_VERSIONS)(`in Chromium, %s (${noChromium ?? 'found'})`, (msw) => {
  let opened: MockedPage;
  beforeAll(async () => {
    opened = await openMockedPage(msw);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  tryOn([pageFace(`in a page, ${msw}`, () => opened)], inGate(LISTS, 8));
});
