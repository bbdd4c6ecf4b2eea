-- A draft is for staff only (kit/course-access.ts). What stands in an unpublished course or module is
-- a draft as well.
ALTER TABLE courses ADD published boolean NOT NULL DEFAULT true;
ALTER TABLE modules ADD published boolean NOT NULL DEFAULT true;
ALTER TABLE lessons ADD published boolean NOT NULL DEFAULT true;

-- A sample lesson is open to every member, and to visitors while the showcase is open.
ALTER TABLE lessons ADD sample boolean NOT NULL DEFAULT false;

-- What a course says to those who do not hold it: {price_text, button_text, button_url, learn, includes}.
ALTER TABLE courses ADD offer jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(offer) = 'object');
