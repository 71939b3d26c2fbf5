-- CreateTable
CREATE TABLE `saved_message` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `message_id` BIGINT UNSIGNED NOT NULL,
    `saved_ms` BIGINT UNSIGNED NOT NULL,

    INDEX `by_time`(`workspace_id`, `member_id`, `saved_ms`, `message_id`),
    PRIMARY KEY (`workspace_id`, `member_id`, `message_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
