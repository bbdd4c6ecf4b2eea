// `npm start` loads this into the server. The script above passes signals on, but cannot pass on kill
// -9. So the server ends when the pipe between them breaks, and frees its port and data.
import { Socket } from 'node:net';

const pipe = new Socket({ fd: 3, readable: true, writable: false });
const end = () => process.kill(process.pid, 'SIGKILL');
pipe.on('end', end).on('error', end).resume();
pipe.unref();
