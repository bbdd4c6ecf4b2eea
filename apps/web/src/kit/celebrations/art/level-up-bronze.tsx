import { LevelEmblem } from './level-emblem.tsx';
import { bronze } from './parts.ts';

const LevelUpBronze = () => <LevelEmblem metal={bronze} sides={5} chevrons={1} />;
export default LevelUpBronze;
