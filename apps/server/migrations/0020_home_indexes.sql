-- These only follow the keys back from a course. Wider, the planner took them for the way to one
-- reader's favourites, which then cost as much as a course has admirers; favorites_once is that way.
DROP INDEX favorites_of_course;
CREATE INDEX favorites_of_course ON favorites (tenant_id, course_id);
DROP INDEX carousel_items_of_course;
CREATE INDEX carousel_items_of_course ON carousel_items (tenant_id, course_id);
