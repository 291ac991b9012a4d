// What a script starts in the place of `assayer`: it has its command line run by the test, in the process that is warm.
const sent = { method: 'POST', body: JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() }) };
const { status, stdout, stderr } = await (await fetch(process.env.WARM_URL, sent)).json();
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status ?? 70;
