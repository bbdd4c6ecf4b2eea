import { LevelEmblem } from './level-emblem.tsx';
import { silver } from './parts.ts';

/** The emblem of a middle level: six sides and two chevrons. */
const LevelUpSilver = () => <LevelEmblem metal={silver} sides={6} chevrons={2} />;
export default LevelUpSilver;
