// Loaded into the server by `npm start`. Signals are passed on to it; kill -9 of the script above
// cannot be, so the server ends when the pipe between them breaks, and frees its port and its data.
import { Socket } from 'node:net';

const pipe = new Socket({ fd: 3, readable: true, writable: false });
const end = () => process.kill(process.pid, 'SIGKILL');
pipe.on('end', end).on('error', end).resume();
pipe.unref();
