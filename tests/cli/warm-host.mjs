// A process that runs one command line after the other, each as cli/main.ts runs its own. Loading the program takes longer than
// most of the runs of the tests. Its argument is the program's module.
const { runProgram } = await import(process.argv[2]);

let last = Promise.resolve();
process.on('message', ({ id, args, cwd }) => {
  last = last.then(async () => process.send({ id, ...(await run(args, cwd)) }));
});
process.on('disconnect', () => process.exit());
process.send({ id: 'ready' });

async function run(args, cwd) {
  process.chdir(cwd);
  const told = { stdout: '', stderr: '' };
  const originals = Object.keys(told).map((name) => [name, process[name].write]);
  for (const [name] of originals) {
    process[name].write = (chunk, encoding, written) => {
      told[name] += String(chunk);
      const then = typeof encoding === 'function' ? encoding : written;
      if (then !== undefined) process.nextTick(then);
      return true;
    };
  }
  try {
    return { status: await runProgram(args), ...told };
  } catch (error) {
    return { status: null, stdout: told.stdout, stderr: `${told.stderr}${error?.stack}` };
  } finally {
    for (const [name, write] of originals) process[name].write = write;
  }
}
