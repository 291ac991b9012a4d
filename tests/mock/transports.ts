/** What a test may need of the transport between it and the mock. */
export type Need =
  | 'an address outside the document'
  | 'a method nobody knows'
  | 'the method TRACE'
  | 'a target as it is sent'
  | 'a request of another origin'
  | 'cookies that are kept'
  | 'Set-Cookie';

/** What a transport cannot show, and why. */
export type Cannot = Readonly<Partial<Record<Need, string>>>;

const REQUEST: Cannot = {
  'the method TRACE': 'a Request refuses it (Fetch 2.2.1, forbidden methods)',
  'a target as it is sent':
    'a Request holds a URL, which is parsed: dot segments are resolved before anybody sees them',
};

const COOKIELESS: Cannot = { 'cookies that are kept': 'fetch in Node keeps none' };

const MSW: Cannot = {
  ...REQUEST,
  'an address outside the document': 'the handlers leave all other addresses to the page (or the network)',
};

/** The one table of what each transport cannot show. */
export const CANNOT: Readonly<Record<'process' | 'socket' | 'msw' | 'msw3' | 'page', Cannot>> = {
  process: { ...REQUEST, ...COOKIELESS },
  socket: {
    ...COOKIELESS,
    'a method nobody knows': 'node:http answers 400 to a method that is not registered, before the mock sees it',
  },
  msw: MSW,
  msw3: {
    ...MSW,
    'cookies that are kept': 'MSW 3 keeps none in Node, which has no localStorage',
    'a method nobody knows': 'MSW 3 reads requests in Node as node:http does, and lets this one pass',
  },
  page: {
    ...MSW,
    'a request of another origin': 'Origin and Access-Control-Request-… are the browser’s own: a page cannot set them',
    'Set-Cookie': 'no page can read it (Fetch 2.2.6, forbidden response-header names)',
  },
};
