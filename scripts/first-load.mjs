// npm run first-load: measures the gzipped JavaScript that a student loads before the home page
// shows. It fails above the limit, and if what pages share needs zod. It fails too if a page needs
// dialogs or menus before a press, or the edit drawer a page of students. It needs a build.
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

// Small modules that the drawer shares with one of these pages belong to `shared` of vite.config.ts.
const drawer = ['src/app/edit-mode.tsx', 'src/features/platform-info/platform-info-panel.tsx'];
const studentPage = /^_(community|lesson|profile)-[\w-]{7}\.js$/;
const withPage = drawer.filter((key) => needs(manifest, key, studentPage));
for (const key of withPage) console.log(`${key} needs the code of a student's page`);

process.exitCode =
  sum > MAX_FIRST_LOAD || [withZod, withPressed, withPage].some(({ length }) => length > 0) ? 1 : 0;
