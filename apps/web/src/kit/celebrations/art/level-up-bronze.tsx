import { LevelEmblem } from './level-emblem.tsx';
import { bronze } from './parts.ts';

/** The emblem of a low level: five sides and one chevron. */
const LevelUpBronze = () => <LevelEmblem metal={bronze} sides={5} chevrons={1} />;
export default LevelUpBronze;
