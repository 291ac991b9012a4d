// One run of autocannon in a process of its own, so that it can have a core of its own. Prints the answers per second.
import autocannon from 'autocannon';

const { requests, duration, non2xx, errors } = await autocannon(JSON.parse(process.argv[2]));
if (non2xx + errors > 0) throw new Error(`the load went wrong: ${non2xx} answers without success, ${errors} errors`);
console.log(requests.total / duration);
