import { expect, test } from 'vitest';
import { linesOf } from '../../judge/source-lines.ts';

const TYPESCRIPT = `export default defineTarget({
  baseUrl: 'https://api.example.com',
  resources: [
    { name: 'deals' },
    {
      name: 'users', list: '/users',
    },
  ],
  operations: [{ name: "HoldDeal" }],
});`;

const JSON_FILE = `{
  "baseUrl": "https://api.example.com",
  "resources": [{ "name": "users" }],
  "commands": {
    "archive-deal": {}
  }
}`;

test.each<[string, string, Record<string, number>]>([
  ['TypeScript', TYPESCRIPT, { deals: 4, 'users:xml': 6, 'HoldDeal/A': 9, target: 2 }],
  ['JSON', JSON_FILE, { users: 3, 'archive-deal': 5, target: 2 }],
])('a file in %s: the line that names each subject, and none for others', (_, text, lines) => {
  expect(linesOf(text, [...Object.keys(lines), 'orders', 'UnholdDeal/B', 'a.*b'])).toEqual(lines);
});
