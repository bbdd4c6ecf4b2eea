// The gamification settings of the school, as SQL. A school without a row has the default.

/** Whether students see the ranking. */
export const isRankingShown = 'coalesce((SELECT show_ranking FROM ranking_settings), true)';

/** The school's name for its points. Empty until an admin creates them. */
export const pointsNameSql = "coalesce((SELECT custom_name FROM points_settings), '')";
