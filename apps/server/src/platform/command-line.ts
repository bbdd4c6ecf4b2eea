import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import pg from 'pg';
import { readConfig, SettingsProblem, type Config } from './config.ts';
import { OperatorProblem } from './operator-problem.ts';

const help = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Reads the words and options of a command. Prints `usage` and ends the process for `--help`, and
 * with exit code 1 for an option that the command does not have. A command finishes its work, also
 * where nobody reads its output any more: `npm run doctor | head -3`.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
) {
  process.stdout.on('error', ignoreClosedPipe);
  const parse = () => parseArgs({ allowPositionals: true, options: { ...options, ...help } });
  const { values, positionals } = orRefusal(parse, usage);
  if ('help' in values) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  return { values, positionals };
}

function ignoreClosedPipe(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error;
}

function orRefusal<Result>(parse: () => Result, usage: string): Result {
  try {
    return parse();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [sentence] = message.split('. ');
    process.stderr.write(`${sentence}.\n${usage}\n`);
    process.exit(1);
  }
}

/** Reads the settings of a command. A wrong one ends the process with its sentence. */
export function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof SettingsProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** An error's message without URLs, which may hold a password. */
export const sentenceOf = (error: unknown) => {
  const { code, message } = firstOf(error);
  const text = message.replace(/\b[a-z]{2,12}:\/\/\S+/gi, '…').split('\n')[0]!;
  return code && !text.includes(code) ? `${text} (${code})` : text;
};

/** Whether a disk, the network or PostgreSQL refused, so that a stack would help nobody. */
const isRefusal = (error: unknown) =>
  error instanceof pg.DatabaseError ||
  error instanceof OperatorProblem ||
  'syscall' in firstOf(error);

/** An error as a command or a start prints it: with its stack only if no operator can help. */
export const textOf = (error: unknown) => {
  if (error instanceof OperatorProblem) return error.message;
  return isRefusal(error) ? sentenceOf(error) : (error as Error).stack;
};

/** A host of several addresses fails with an error of each, in one without a message. */
const firstOf = (error: unknown) =>
  (error instanceof AggregateError ? error.errors[0] : error) as { code?: string; message: string };
