import { LevelEmblem } from './level-emblem.tsx';
import { silver } from './parts.ts';

const LevelUpSilver = () => <LevelEmblem metal={silver} sides={6} chevrons={2} />;
export default LevelUpSilver;
