import { type HostileServer, spoiling } from '../hostile-server.ts';

const one = (
  id: string,
  title: string,
  where: (address: string, canary: string) => string,
  status = 302,
): HostileServer => ({
  id: `redirect-${id}`,
  title,
  kind: 'redirect',
  start: spoiling((_honest, { request }, { canary }) => {
    return new Response(null, { status, headers: { location: where(request.url, canary) } });
  }),
});

const withSlash = (address: string): string => `${address}/`;

/** Redirects elsewhere, nowhere and in circles. */
export const redirects: readonly HostileServer[] = [
  one('host', 'Everything is redirected to another server.', (address, canary) => canary + new URL(address).pathname),
  one(
    'host-307',
    'Everything is redirected to another server, with its method and body.',
    (a, canary) => canary + new URL(a).pathname,
    307,
  ),
  one(
    'host-308-slash',
    'Everything is redirected to another server, with a slash behind.',
    (a, canary) => `${canary}${new URL(a).pathname}/`,
    308,
  ),
  one(
    'scheme-relative',
    'The redirect begins with two slashes.',
    (address, canary) => canary.replace('http:', '') + new URL(address).pathname,
  ),
  one(
    'userinfo',
    'The redirect hides another host behind this one’s name.',
    (address, canary) => `http://${new URL(address).host}@${new URL(canary).host}/`,
  ),
  one('file', 'Everything is redirected to a file.', () => 'file:///etc/passwd'),
  one('data', 'Everything is redirected to a data URL.', () => 'data:application/json,%22OK%22'),
  one('script', 'Everything is redirected to a script.', () => 'javascript:alert(1)'),
  one('itself', 'Everything is redirected to itself.', (address) => address),
  one('itself-308', 'Everything is redirected to itself for good.', (address) => address, 308),
  one('slash-for-ever', 'Each redirect adds a slash.', withSlash, 308),
  one('nowhere', 'The redirect is no address.', () => 'http://[', 301),
  one('empty', 'The redirect is empty.', () => '', 301),
  one('port-0', 'The redirect names port 0.', () => 'http://127.0.0.1:0/'),
  one('multiple-choices', 'Everything has many choices.', (address, canary) => canary + new URL(address).pathname, 300),
];
