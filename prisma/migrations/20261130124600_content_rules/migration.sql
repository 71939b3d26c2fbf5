-- AlterTable: words and links that nobody of the workspace may post.
ALTER TABLE `workspace`
    ADD COLUMN `content_rules` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL;
