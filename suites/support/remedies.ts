/** What to do in servers that are often used, so that a rule is kept. */
export interface Remedy {
  readonly server: 'Express' | 'Spring' | 'Django REST framework' | 'ASP.NET Core';
  readonly text: string;
}

/** One advice for several rules: ids, or all of a clause (`create/*`). */
interface Advice {
  readonly rules: readonly string[];
  readonly express: string;
  readonly spring: string;
  readonly django: string;
  readonly dotnet: string;
}

// The first that names a rule holds for it, so what is about one rule stands before what is about a clause.
const ADVICE: readonly Advice[] = [
  {
    rules: ['create/malformed', 'create/extended-json', 'operation/malformed', 'command/malformed'],
    express:
      'express.json() gives a SyntaxError of status 400: let the error handler keep `err.status` in place of 500.',
    spring:
      'Map HttpMessageNotReadableException to 400 in a @ControllerAdvice, and save nothing before the body is read.',
    django: 'Let ParseError through: DRF answers it 400. Read `request.data` before anything is saved.',
    dotnet:
      '[ApiController] answers a JsonException 400 by itself; a body that is read by hand needs try and BadRequest().',
  },
  {
    rules: ['create/invalid', 'create/refused', 'operation/missing-parameter', 'operation/unknown-action'],
    express: 'Check the body with a schema (ajv, zod) before the first write, and answer res.status(400).',
    spring: 'Put @Valid on the body and @NotNull on its members; a refusal must roll the transaction back.',
    django: 'serializer.is_valid(raise_exception=True) before save(); make the fields required, and the view atomic.',
    dotnet:
      '[Required] on the members of the model; with [ApiController] an invalid one is answered 400 before the action.',
  },
  {
    rules: ['create/location*', 'create/addressable', 'create/path', 'create/distinct', 'status/201-address'],
    express: 'res.location("/rest/1/deals/" + encodeURIComponent(id)).status(201); build it of the id that was saved.',
    spring: 'ResponseEntity.created(uri) with ServletUriComponentsBuilder.fromCurrentRequest().path("{id}").',
    django: 'Return get_success_headers(data) with Location set to reverse(…, args=[instance.pk]).',
    dotnet: 'return CreatedAtAction(nameof(Get), new { id = deal.Id }, deal).',
  },
  {
    rules: ['create/describes', 'create/shows-values', 'create/links', 'create/full-result'],
    express: 'Send the saved record with a link to itself: res.json({ ...deal, self: location }).',
    spring: 'Return the saved entity as EntityModel.of(deal, linkTo(…).withSelfRel()), not the request.',
    django: 'Use a HyperlinkedModelSerializer, or add a `url` field, and answer serializer.data after save().',
    dotnet: 'Give the saved entity, with a link of LinkGenerator, as value of CreatedAtAction.',
  },
  {
    rules: ['create/*'],
    express: 'Await the write before the answer: await repo.save(deal), then res.status(201).location(…).json(deal).',
    spring: '@PostMapping with ResponseEntity.created(uri).body(saved), after the transaction was committed.',
    django: 'CreateModelMixin answers 201; check that no other mixin or middleware changes the status.',
    dotnet: 'await SaveChangesAsync(), then CreatedAtAction(…); Ok(…) answers 200.',
  },
  {
    rules: ['update/effect'],
    express:
      'Check the whole body first, then await the write of every member of it; res.sendStatus(204), or 200 with the record.',
    spring:
      '@PutMapping: copy each member of the body to the entity, save it, and answer 200 or 204; a refusal rolls back.',
    django:
      'UpdateModelMixin stores what the serializer lists: take members out of read_only_fields that clients may change.',
    dotnet: 'SetValues(body) on the entry of the entity, await SaveChangesAsync(), then NoContent().',
  },
  {
    rules: ['delete/empty', 'delete/no-length', 'operation/empty', 'status/204-empty'],
    express: 'res.status(204).end(): no res.json(null), and no middleware that sets Content-Length.',
    spring: 'ResponseEntity.noContent().build(), and no body of a ResponseBodyAdvice.',
    django: 'Response(status=204) without data; look for middleware that adds a body or Content-Length.',
    dotnet: 'return NoContent(); look for middleware that writes to the response afterwards.',
  },
  {
    rules: ['delete/status', 'delete/every'],
    express: 'res.status(204).end() in place of res.json(…), which answers 200.',
    spring: '@DeleteMapping with @ResponseStatus(HttpStatus.NO_CONTENT); a void method alone answers 200.',
    django: 'DestroyModelMixin answers 204: call it, or return Response(status=204).',
    dotnet: 'return NoContent(); Ok() and Accepted() are other statuses.',
  },
  {
    rules: ['delete/*'],
    express: 'Look at the number of rows that were deleted, with the id as parameter: 0 is 404.',
    spring:
      'deleteById tells nothing of what was missing: check existsById, and throw ResponseStatusException(NOT_FOUND).',
    django: 'get_object() raises Http404 where nothing is found; a filter(…).delete() answers success for nothing.',
    dotnet: 'FindAsync first: return NotFound() for null; ExecuteDeleteAsync gives the number of rows.',
  },
  {
    rules: [
      'operation/unknown-deal',
      'command/unknown*',
      'query/empty',
      'read/unknown-item',
      'read/nested-*',
      'version/unknown',
      'status/202-missing',
    ],
    express: 'if (record === undefined) return res.sendStatus(404), and a last app.use that answers 404.',
    spring:
      'orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)); do not catch it to answer 200 or 500.',
    django: 'get_object_or_404(…), with a check of the id (ValueError is a 500), and no blanket except.',
    dotnet:
      'return record is null ? NotFound() : Ok(record); a route constraint such as {id:guid} refuses odd ids with 404.',
  },
  {
    rules: ['operation/idempotent', 'operation/command-id'],
    express: 'Keep the command ids that were carried out (unique key), and answer a repeat without a second effect.',
    spring: 'Save the command document under its id with a unique constraint, in the transaction of its effect.',
    django: 'get_or_create(id=command_id) in transaction.atomic(): carry out only where it was created.',
    dotnet: 'A table of command ids with a unique index, written in the transaction of the effect.',
  },
  {
    rules: ['operation/*', 'command/*'],
    express:
      'Write one function for each operation, and let every form of its address call it; 204 where nothing is told.',
    spring:
      'One service method for each operation; ResponseEntity.noContent() where no body is due, ok(body) otherwise.',
    django: 'One @action for each operation on the view set, with the status that fits its body: 204 or 200.',
    dotnet: 'One handler for each operation behind all its routes; NoContent() without a body, Ok(body) with one.',
  },
  {
    rules: ['read/query*', 'query/*'],
    express:
      'Give the array that the query found, also of none or one: res.json(rows). Values come decoded in req.query.',
    spring: 'Return a List, and bind the text as parameter of the query (?1), not as part of it.',
    django:
      'filter(name=value) on the query set, with a list serializer (many=True); .get() fails for none and for two.',
    dotnet: 'Return Ok(await query.ToListAsync()): an empty list is an answer, null becomes 204.',
  },
  {
    rules: ['read/head'],
    express: 'app.get answers HEAD as well; app.head of its own has to send the same fields.',
    spring: '@GetMapping answers HEAD as well; take a HEAD mapping of its own away.',
    django: 'View.head is get by default: check that http_method_names holds it.',
    dotnet: 'Add [HttpHead] beside [HttpGet]: a route without it answers 405.',
  },
  {
    rules: ['read/*'],
    express: 'Read from one store, ordered by a unique key, and change nothing in a GET handler.',
    spring: '@Transactional(readOnly = true) on what reads, and ORDER BY a unique column.',
    django: 'order_by("pk") on the query set; no save() in retrieve() or list().',
    dotnet: 'AsNoTracking() and OrderBy(x => x.Id) in what reads.',
  },
  {
    rules: ['negotiate/*'],
    express: 'res.format({ json, xml, html, default }) chooses by Accept, and sets Vary and Content-Type.',
    spring:
      'produces = { JSON, XML } with jackson-dataformat-xml on the class path; ContentNegotiationConfigurer for suffix and format.',
    django:
      'renderer_classes = [JSONRenderer, XMLRenderer]; DRF sets Vary: Accept, and suffixes by format_suffix_patterns.',
    dotnet: 'AddXmlSerializerFormatters() and RespectBrowserAcceptHeader = true; [FormatFilter] for suffix and format.',
  },
  {
    rules: ['validator/*', 'create/etag-agrees'],
    express:
      'app.set("etag", "strong") tags bodies and answers 304; for If-Match compare with the current tag and answer 412.',
    spring:
      'ShallowEtagHeaderFilter tags bodies; webRequest.checkNotModified(tag) for conditions, 412 where it tells so.',
    django: '@condition(etag_func=…, last_modified_func=…) on the view answers 304 and 412.',
    dotnet: 'Set Response.GetTypedHeaders().ETag of a row version, and compare If-None-Match and If-Match with it.',
  },
  {
    rules: ['session/challenge', 'session/everywhere', 'status/401-challenge', 'session/unauthorized'],
    express: 'res.status(401).set("WWW-Authenticate", \'Cookie realm="api"\').json("not authorized").',
    spring: 'An AuthenticationEntryPoint that sets WWW-Authenticate and writes the JSON string.',
    django: 'authenticate_header() of the authentication class; without it DRF answers 403.',
    dotnet: 'options.Events.OnRedirectToLogin: 401 with WWW-Authenticate, in place of a redirect to a page.',
  },
  {
    rules: ['session/*'],
    express: 'cookie-parser, then "USER_TOKEN" in req.cookies: the exact name, any value, at any place.',
    spring: '@CookieValue(name = "USER_TOKEN", required = false), and a look at null alone.',
    django: '"USER_TOKEN" in request.COOKIES: the exact name, any value.',
    dotnet: 'Request.Cookies.ContainsKey("USER_TOKEN"), which compares case: check it.',
  },
  {
    rules: ['status/405-allow', 'method/refused'],
    express:
      'Express answers 404: app.route(path).all((req, res) => res.set("Allow", "GET, DELETE").sendStatus(405)) last.',
    spring: 'Let HttpRequestMethodNotSupportedException through: Spring answers 405 with Allow.',
    django: 'DRF answers 405 with Allow: keep http_method_names true to what the view does.',
    dotnet: 'Endpoint routing answers 405 with Allow: take a catch-all route away that answers first.',
  },
  {
    rules: ['status/not-running', 'status/unavailable'],
    express: 'res.status(503).set("Retry-After", "30"): seconds, or an HTTP-date.',
    spring: 'ResponseEntity.status(503).header("Retry-After", "30").',
    django: 'Response(status=503, headers={"Retry-After": "30"}).',
    dotnet: 'Response.Headers.RetryAfter = "30" beside StatusCode(503).',
  },
  {
    rules: ['status/*'],
    express: 'One error handler, app.use((err, req, res, next) => …), that makes 4xx of what the client did.',
    spring: 'One @RestControllerAdvice with a status for each exception; what is left is logged as a defect.',
    django: 'EXCEPTION_HANDLER of REST_FRAMEWORK; catch ValueError and DataError of odd input as 400 or 404.',
    dotnet: 'UseExceptionHandler with ProblemDetails; check input before it reaches what throws.',
  },
  {
    rules: ['version/*'],
    express: 'app.use("/rest/1", deals) and app.use("/users", users): one router for each.',
    spring: '@RequestMapping("/rest/1/deals") on one controller, "/users" on the other.',
    django: 'URLPathVersioning with ALLOWED_VERSIONS for deals; users outside of it.',
    dotnet: 'MapGroup("/rest/1") for deals alone.',
  },
  {
    rules: ['address/*'],
    express:
      'Use req.params, which is decoded once, and compare it as a text: Number() takes " 17" and "17.0" for 17. A check of the form is a pattern, such as /^[1-9]\\d*$/.',
    spring: 'Use @PathVariable, which is decoded once, and give it a pattern: @GetMapping("/{id:[1-9][0-9]*}").',
    django: 'Let the path converter decide: <int:pk> takes digits alone, and the path is decoded once before it.',
    dotnet: 'Bind the id by [FromRoute], which is decoded once, and constrain it: "{id:regex(^[[1-9]][[0-9]]*$)}".',
  },
  {
    rules: ['model/*'],
    express:
      'Look at the rule that the last step breaks. State in memory is not shared between processes: keep it in one store.',
    spring: 'Look at the rule that the last step breaks. Caches (@Cacheable) need @CacheEvict at each write.',
    django: 'Look at the rule that the last step breaks. Look for cached views, and for reads of a replica.',
    dotnet:
      'Look at the rule that the last step breaks. Look for output caching, and for a DbContext that lives too long.',
  },
];

/** What to do in servers that are often used. */
export function remediesFor(rule: string): readonly Remedy[] {
  const found = ADVICE.find(({ rules }) => rules.some((name) => isNamed(rule, name)));
  if (found === undefined) return [];
  return [
    { server: 'Express', text: found.express },
    { server: 'Spring', text: found.spring },
    { server: 'Django REST framework', text: found.django },
    { server: 'ASP.NET Core', text: found.dotnet },
  ];
}

function isNamed(rule: string, name: string): boolean {
  return name.endsWith('*') ? rule.startsWith(name.slice(0, -1)) : rule === name;
}
