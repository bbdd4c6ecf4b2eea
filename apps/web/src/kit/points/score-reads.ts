import { points } from '@vitrine/contract/points';
import { ranking } from '@vitrine/contract/ranking';
import { rewards } from '@vitrine/contract/rewards';

/** The queries that change with the viewer's points: refresh them after an act that scores or takes back. */
export const scoreReads = [points.mine, ranking.list, ranking.ownSeason, rewards.next];
