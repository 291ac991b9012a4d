/** What a test may need of the transport between it and the mock. */
export type Need = 'an address outside the document' | 'a method nobody knows' | 'a request of another origin';

/** What a transport cannot show, and why. */
export type Cannot = Readonly<Partial<Record<Need, string>>>;

const SOCKET: Cannot = {
  'a method nobody knows': 'node:http answers 400 to a method that is not registered, before the mock sees it',
};

const MSW: Cannot = {
  'an address outside the document': 'the handlers leave all other addresses to the page (or the network)',
};

const MSW3: Cannot = {
  ...MSW,
  'a method nobody knows': 'MSW 3 reads requests in Node as node:http does, and lets this one pass',
};

const PAGE: Cannot = {
  ...MSW,
  'a request of another origin': 'Origin and Access-Control-Request-… are the browser’s own: a page cannot set them',
};

/** The one table of what each transport cannot show. */
export const CANNOT: Readonly<Record<'process' | 'socket' | 'msw' | 'msw3' | 'page', Cannot>> = {
  process: {},
  socket: SOCKET,
  msw: MSW,
  msw3: MSW3,
  page: PAGE,
};
