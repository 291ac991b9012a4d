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
const ACCEPTED =
  'The success status of an operation is not shown (4.2), and 202 is one that the service has (7): nobody outside sees what is still to be done.';
const RESULT = 'A query of 4.3 names a result record and no stored object, and the members of a result are not shown.';
const DONE =
  'The document puts held and holdReason on a deal, and name and price are sent on creation (2): whether it shows what other operations were sent, and further parameters, is not shown.';
const NO_METHOD =
  'No clause demands 405: a server that knows no such method at an address may say that it found nothing for it (RFC 9110 15.5.5).';
const COLLAPSED = 'HTML shows no white space at the end of a text.';
const OPEN_VIEWS =
  'No clause says that nested records, command documents and results come in several representations, and a server may disregard Accept (RFC 9110 12.5.1); suffix and format are alternatives (4.5-3).';
const OPEN_READING = 'Whether a command document can be read, and what a reading is answered, is not shown (4.2).';
const COMPARED =
  'How a query compares its parameter with the records is not shown (4.3), so the case of letters need not count, and what begins alike may be found.';
const NO_PARAMETERS = 'UnholdDeal has no parameters (4.2), so that a server need not read the body.';
const IN_BODY =
  'Where the deal stands in the body (form G, commands), 400 and 404 both say that it names none (7), and a reader of another media type need not find it.';
const UNKNOWN_FORMAT = 'The document does not show what a format or a suffix means that nobody offers (4.5-3).';
const SUCCESS =
  'The success status of an operation is not shown (4.2), and a PUT without a body answers 204 (4.4-m4): a service that always answers alike follows the document.';
const PUT_BODY =
  'A body that describes and links to what was made, and its Location, are due of a POST (4.4-c2, c3); a PUT names what it makes by its own address (RFC 9110 9.3.4), and what a command document answers is not shown (4.2).';

const QUOTES =
  'XML and HTML put the values of attributes in quotes of either kind (XML 1.0 2.3), and the texts escape theirs.';

const GONE =
  'What becomes of a deal that is completed or cancelled is not shown (3), so it need not be shown any more.';
const MORE_ADDRESSES =
  'A server may serve more addresses than the document names, and nothing says that this one names nothing.';
const ACTION_TEXT =
  'How an action is compared with the names of operations is not shown (2, 4.2), so the case of letters need not count.';
const EMPTY_QUERY = 'Whether an empty value is a name is not shown (4.4), so it may count as no query.';
const OTHER_SCHEME = 'Other authentication schemes are not shown (5), and only presence is checked (5-3).';
const RECORD_OF_E = 'Form E takes no name (4.2), and the members of its record are not shown.';
const PAYLOAD_OF_E =
  'The payload of a response to an operation is not shown (4.2), so a 201 of form E may come without a body, or with one that says no more than its Location.';
const KEPT_AS_NONE =
  'The document shows no formats (2): a new deal may keep an empty or blank text, 0 and false as no value, as some writers of JSON leave them out.';
const TRIMMED =
  'The document shows no formats (2), and a service that stores texts without the blanks at their ends loses nothing that is shown.';
const PENALTY =
  'Whether an amercement of 0 is one is not shown (2), so a deal that showed none before need not show it.';
const FLAG = 'How a flag that is false looks is not shown (2): it may be left out, as a flag that was never set is.';
const NONE_REQUIRED =
  'No parameter of CompleteDeal is shown to be required (2, 4.2), so a request may come without a body.';

/** Mutants that are no faults against the document, by glob of their ids, each with the reason that a person wrote. */
export const EQUIVALENT: readonly (readonly [ids: string, reason: string])[] = [
  ['deals.post:201.*:member-drop(*)', SHAPE],
  ['deals.post:201.*:member-misspelt(*)', SHAPE],
  ['deals.post:201.json:shown-absent(zero)', SHAPE],
  ['deals.post:201.json:shown-absent(false)', SHAPE],
  ['deals.id.*.post:201.json:shown-absent(zero)', SHAPE],
  ['deals.id.*.post:201.json:shown-absent(false)', SHAPE],
  ['*:absent(empty-refused)', FORMATS],
  ['*:absent(zero-refused)', FORMATS],
  ['deals.get:200.json:member-drop(*)', LISTED],
  ['deals.get:200.json:member-misspelt(*)', LISTED],
  ['users*:200.json:member-drop({name,email})', USER],
  ['users*:200.*:member-misspelt({name,email})', USER],
  ['query.users*:200.*:member-drop({name,email})', USER],
  ['query.users*:200.*:member-misspelt({name,email})', USER],
  ['users.id.@(ssh-keys|address).index.get:200.json:member-drop(*)', NESTED],
  ['users.id.@(ssh-keys|address).index.get:200.*:member-misspelt(*)', NESTED],
  ['*:2*.@(xml|html):member-misspelt(*)', NAMES],
  ['*.@(xml|html):body-single-quotes', QUOTES],
  ['deals*:shown-absent({null,list,empty,null-as-empty,empty-as-null})', ABSENT],
  ['deals.id.*.post:201.json:body-wrapped', SHAPE],
  ['{deals.id.put,deals.id.*.put,commands.commandId.put}:204:status-swap(202)', ACCEPTED],
  ['deals.id.*.post:201:status-swap(202)', ACCEPTED],
  ['deals.id.*.post:201.*:status-swap-in-representation(202)', ACCEPTED],
  ['query.deals*:200.*:member-drop(*)', RESULT],
  ['query.deals*:200.*:member-misspelt(*)', RESULT],
  ['deals.id.get:200.json:member-drop({currency,reason,amercement,completionDate,whyChanged})', DONE],
  ['deals.id.get:200.json:member-misspelt({currency,reason,amercement,completionDate,whyChanged})', DONE],
  ['*.{get,propfind}:405:status-swap(404)', NO_METHOD],
  ['*.html:member-padded(*)', COLLAPSED],
  [
    '{users.id.*.index,deals.id.holds.index,deals.id.commands.commandId,commands.commandId}.get:accept({xml,html}-never)',
    OPEN_VIEWS,
  ],
  [
    '{users.id.*.index,deals.id.holds.index,*commands.commandId,users.query}.get:selector({suffix,format}-ignored)',
    OPEN_VIEWS,
  ],
  ['{users.id.*.index,deals.id.holds.index,*commands.commandId,users.query}.get:selector(accept-wins)', OPEN_VIEWS],
  ['{users.id.*.index,deals.id.holds.index,*commands.commandId}.get:accept(zero-allowed)', OPEN_VIEWS],
  ['{deals.id.commands,commands}.commandId.get:200:status-swap({404,202})', OPEN_READING],
  ['query.*:path-parameter(parameter,{case,prefix,begun,wildcard})', COMPARED],
  ['deals.id.@(unhold|unholded|unholds).*:absent(malformed-taken)', NO_PARAMETERS],
  ['deals.id.@(unhold|unholded|unholds).*:absent(array-taken)', NO_PARAMETERS],
  ['*.get:selector(format-any)', UNKNOWN_FORMAT],
  ['{users.id.*.index,users.query,deals.id.holds.index,*commands.commandId}.get:selector(suffix-unknown)', OPEN_VIEWS],
  [
    '{users.id.*.index,deals.id.holds.index,deals.id.commands.commandId,commands.commandId}.get:accept(ignored)',
    OPEN_VIEWS,
  ],
  ['{deals.id.commands,commands}.commandId.put:201:status-swap(200)', SUCCESS],
  ['{deals.id.commands,commands}.commandId.put:201*:field-drop(location)', PUT_BODY],
  ['{deals.id.commands,commands}.commandId.put:201*:field-misspelt(location)', PUT_BODY],
  [
    '{deals.id.commands,commands}.commandId.put:201.*:{link(*),body-object,body-wrapped,body-in-array,body-null,body-as-text,body-mislabelled({plain,octet-stream})}',
    PUT_BODY,
  ],
  ['{deals.id.commands,commands}.commandId.put:201.*:field-in-body(location)', PUT_BODY],
  ['deals.post:201.json:{body-wrapped,body-in-array}', SHAPE],
  ['deals.post:creation(name-trimmed)', TRIMMED],
  ['deals.post:absent({empty,blank,zero,false}-unstored)', KEPT_AS_NONE],
  ['deals.id.@(cancel|canceled|cancellations).*:absent(zero-unstored)', PENALTY],
  ['deals.id.get:200.json:shown-absent(false)', FLAG],
  ['commands.commandId.put:404:status-swap(400)', IN_BODY],
  ['deals.id.@(cancel|canceled|complete|completed).put:effect(deletes)', GONE],
  ['command.name.post:path-parameter(name,case)', MORE_ADDRESSES],
  ['{deals.id,deals.id.commands.commandId,commands.commandId}.put:action(case)', ACTION_TEXT],
  ['users.query.get:absent(empty-query)', EMPTY_QUERY],
  ['deals.id.@(complete|completed).put:absent(no-body-taken)', NONE_REQUIRED],
  ['deals.get:200.json:shown-absent({zero,false})', LISTED],
  ['deals.id.@(holds|price-changes).post:201.json:member-swapped(id,name)', RECORD_OF_E],
  ['deals.id.@(holds|price-changes).post:201.json:body-{object,null,message,empty,in-array}', PAYLOAD_OF_E],
  ['root.get:cookie(authorization)', OTHER_SCHEME],
];
