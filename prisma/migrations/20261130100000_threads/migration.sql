-- AlterTable
ALTER TABLE `message` ADD COLUMN `also_in_channel` BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE `message` ADD COLUMN `replies` VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL;

-- CreateTable
CREATE TABLE `thread_reply` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `root_id` BIGINT UNSIGNED NOT NULL,
    `seq` BIGINT UNSIGNED NOT NULL,
    `message_id` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`workspace_id`, `root_id`, `seq`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- Replies that stand already stay in the channel, where they have been read.
INSERT INTO `thread_reply` (`workspace_id`, `root_id`, `seq`, `message_id`)
  SELECT `workspace_id`, `thread_root_id`, `seq`, `id` FROM `message` WHERE `thread_root_id` IS NOT NULL;
UPDATE `message` SET `also_in_channel` = true WHERE `thread_root_id` IS NOT NULL;
UPDATE `message` m JOIN (
    SELECT `workspace_id`, `thread_root_id`, COUNT(*) AS `n`, MAX(`created_ms`) AS `last_ms` FROM `message`
    WHERE `thread_root_id` IS NOT NULL AND `deleted_ms` IS NULL GROUP BY `workspace_id`, `thread_root_id`
  ) r ON r.`workspace_id` = m.`workspace_id` AND r.`thread_root_id` = m.`id`
  SET m.`replies` = CONCAT('{"count":', r.`n`, ',"lastMs":', r.`last_ms`, ',"memberIds":[]}');
