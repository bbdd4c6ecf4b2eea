-- The content with its formulas rendered; null where it has none. Written with the content.
ALTER TABLE lessons ADD content_html text;
