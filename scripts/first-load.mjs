// npm run first-load: measures the gzipped JavaScript that a student loads before the home page
// shows. It fails above the limit, if what pages share needs zod, or if a page needs dialogs or menus
// before a press. It needs a build.
import { firstLoad, MAX_FIRST_LOAD, needs, readManifest, studentPages } from './lib/first-load.mjs';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} KB`;
const { files, bytes: sum } = firstLoad();
for (const { file, bytes } of files) console.log(`${kilobytes(bytes)}  ${file}`);
console.log(`${kilobytes(sum)} of ${MAX_FIRST_LOAD / 1000}`);

// One shape among the plain values of the contract is enough (apps/web/lean-contract.ts).
const manifest = readManifest();
const isShared = (key) => /^_(first|alerts|shared)-/.test(key);
const needsZod = (key) => manifest[key].imports?.some((needed) => needed.startsWith('_zod-'));
const withZod = Object.keys(manifest).filter((key) => isShared(key) && needsZod(key));
for (const key of withZod) console.log(`${manifest[key].file} needs zod`);

// Dialogs, menus and lists to select from load with their first press (ui/late-dialog.tsx,
// ui/late-menu.tsx, ui/late-select.tsx). A community loads its composer at once.
const composer = 'src/features/posts/post-composer.tsx';
const pressed = /^_(dialogs|menus|selects)-/;
const withPressed = [...studentPages(), composer].filter((key) => needs(manifest, key, pressed));
for (const key of withPressed) console.log(`${key} needs the code of dialogs or menus`);
process.exitCode = sum > MAX_FIRST_LOAD || withZod.length > 0 || withPressed.length > 0 ? 1 : 0;
