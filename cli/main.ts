#!/usr/bin/env node
import { runProgram } from './program.ts';
import { endIfHungUp, survivePipes } from './streams.ts';

survivePipes(process.stdout, process.stderr);
process.exitCode = await runProgram(process.argv.slice(2));
endIfHungUp();
