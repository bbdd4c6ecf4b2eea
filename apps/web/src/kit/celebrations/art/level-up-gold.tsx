import { LevelEmblem } from './level-emblem.tsx';
import { gold } from './parts.ts';

const LevelUpGold = () => <LevelEmblem metal={gold} sides={8} chevrons={3} crown />;
export default LevelUpGold;
