const SHAPE =
  'The document leaves the shape of the body of a creation open (4.4-c3), so a member may be left out or called otherwise.';
const FORMATS =
  'The document shows no formats and no required flags (2), so a server may refuse an empty text or a zero where it wants more.';
const LISTED =
  'The document shows no list of deals (4.1) and no paging (4.4), so what the list of deals holds cannot be told to be wrong.';
const USER =
  'The document shows no field of a user (2), so a user may have fewer members in any answer, or members of other names.';
const NESTED = 'The document shows no field of a key or an address (2, 4.4), so its record may have other members.';
const NAMES =
  'The document names members for JSON bodies alone (1, 2), so XML and HTML may call them otherwise (4.4-c3, 4.5).';
const ABSENT = 'The document does not show how a member without a value looks (2): it may be left out, null or empty.';

const QUOTES =
  'XML and HTML put the values of attributes in quotes of either kind (XML 1.0 2.3), and the texts escape theirs.';

/** Mutants that are no faults against the document, by glob of their ids, each with the reason that a person wrote. */
export const EQUIVALENT: readonly (readonly [ids: string, reason: string])[] = [
  ['deals.post:201.*:member-drop(*)', SHAPE],
  ['deals.post:201.*:member-misspelt(*)', SHAPE],
  ['deals.post:201.json:shown-absent(null)', SHAPE],
  ['deals.post:201.json:shown-absent(empty)', SHAPE],
  ['deals.post:201.json:shown-absent(list)', SHAPE],
  ['deals.post:201.json:shown-absent(zero)', SHAPE],
  ['deals.post:201.json:shown-absent(false)', SHAPE],
  ['deals.id.*.post:201.json:shown-absent(null)', SHAPE],
  ['deals.id.*.post:201.json:shown-absent(zero)', SHAPE],
  ['deals.id.*.post:201.json:shown-absent(false)', SHAPE],
  ['deals.id.*.post:201.json:shown-absent(empty)', SHAPE],
  ['*:absent(empty-refused)', FORMATS],
  ['*:absent(zero-refused)', FORMATS],
  ['deals.get:200.*:list-first', LISTED],
  ['deals.get:200.*:list-last', LISTED],
  ['deals.get:200.*:list-short', LISTED],
  ['deals.get:200.*:list-without-first', LISTED],
  ['deals.get:200.*:list-without-last', LISTED],
  ['deals.get:200.*:list-now-and-then(*)', LISTED],
  ['deals.get:200.*:member-drop(*)', LISTED],
  ['deals.get:200.json:member-misspelt(*)', LISTED],
  ['users*:200.*:member-drop({name,email})', USER],
  ['users*:200.*:member-misspelt({name,email})', USER],
  ['query.users*:200.*:member-drop({name,email})', USER],
  ['query.users*:200.*:member-misspelt({name,email})', USER],
  ['users.id.@(ssh-keys|address).index.get:200.*:member-drop(*)', NESTED],
  ['users.id.@(ssh-keys|address).index.get:200.*:member-misspelt(*)', NESTED],
  ['*:2*.@(xml|html):member-misspelt(*)', NAMES],
  ['*.@(xml|html):body-single-quotes', QUOTES],
  ['deals*:shown-absent({null,list,empty,null-as-empty})', ABSENT],
];
