import { LevelEmblem } from './level-emblem.tsx';
import { gold } from './parts.ts';

/** The emblem of a high level: eight sides, three chevrons and a crown. */
const LevelUpGold = () => <LevelEmblem metal={gold} sides={8} chevrons={3} crown />;
export default LevelUpGold;
