-- AlterTable
ALTER TABLE `message` ADD COLUMN `reactions` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL;

-- CreateTable
CREATE TABLE `reaction` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `message_id` BIGINT UNSIGNED NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `name` VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `added_ms` BIGINT UNSIGNED NOT NULL,

    INDEX `by_member`(`workspace_id`, `member_id`, `added_ms`, `message_id`),
    PRIMARY KEY (`workspace_id`, `message_id`, `member_id`, `name`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
